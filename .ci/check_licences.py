"""Every dependency comes from crates.io, and its licence lets anybody use it: reads `cargo metadata` from stdin."""

import json
import re
import sys

ALLOWED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0",
    "CDLA-Permissive-2.0", "IJG", "ISC", "MIT", "MIT-0", "NCSA", "OpenSSL", "Unicode-3.0", "Unlicense", "Zlib",
}


def allows(expression):
    """Whether one way to read an SPDX expression needs allowed licences alone ("A OR B", "A AND (B OR C)", "A/B")."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    words, at = [], 0
    while at < len(tokens):
        token = tokens[at]
        if token in "()":
            words.append(token)
        elif token in ("OR", "AND"):
            words.append(token.lower())
        else:
            while tokens[at + 1 : at + 2] == ["WITH"]:
                token, at = f"{token} WITH {tokens[at + 2]}", at + 2
            words.append(str(token in ALLOWED))
        at += 1
    return eval(" ".join(words))


bad = []
packages = json.load(sys.stdin)["packages"]
for package in packages:
    name = f"{package['name']} {package['version']}"
    source = package["source"]
    if source is not None and source != "registry+https://github.com/rust-lang/crates.io-index":
        bad.append(f"{name} comes from {source}")
    if source is not None and not allows(package["license"] or "none"):
        bad.append(f"{name} has the licence {package['license']}")
if bad:
    sys.exit("\n".join(bad))
print(f"{len(packages)} packages, all of crates.io or of this workspace, all with permissive licences")
