// Asks libkombilo what `library.rs` asks a library, for a comparison side by side. It is no part of any crate.
//
// libkombilo (MIT licence) is in Kombilo's source distribution: `pip download --no-deps --no-binary :all: kombilo`, then, with the
// headers of Boost and SQLite at hand:
//
//     K=kombilo-0.8.4/kombilo/libkombilo
//     g++ -std=c++11 -O2 -w -include algorithm -include cmath -I$K kombilo.cpp $K/{sgfparser,abstractboard,search,algos,pattern}.cpp -lsqlite3 -o ask-kombilo
//     PATTERNS_KOMBILO=./ask-kombilo cargo bench -p patterns-bench --bench library
//
// The argument is a folder with games (*.sgf) and questions.txt; the database is put there, too, and used again if it is there.
#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include "search.h"

static double clock_ms() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

static double processor_ms() {
    rusage used;
    getrusage(RUSAGE_SELF, &used);
    auto ms = [](timeval t) { return t.tv_sec * 1e3 + t.tv_usec / 1e3; };
    return ms(used.ru_utime) + ms(used.ru_stime);
}

static std::string text(const std::string& path) {
    std::ifstream file(path);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
}

static void build(const std::string& folder, const std::string& database) {
    std::vector<std::string> names;
    DIR* dir = opendir(folder.c_str());
    while (dirent* entry = readdir(dir)) {
        std::string name = entry->d_name;
        if (name.size() > 4 && name.substr(name.size() - 4) == ".sgf") names.push_back(name);
    }
    closedir(dir);
    std::sort(names.begin(), names.end());
    double start = clock_ms(), busy = processor_ms();
    ProcessOptions options;
    options.processVariations = false;
    options.sgfInDB = false;
    options.algos = ALGO_FINALPOS | ALGO_MOVELIST | ALGO_HASH_FULL | ALGO_HASH_CORNER;
    GameList games(database.c_str(), "", "[[id]]", &options, 19);
    games.start_processing(0);
    for (const std::string& name : names) {
        std::vector<GameList*> none;
        games.process(text(folder + "/" + name).c_str(), folder.c_str(), name.c_str(), none);
    }
    games.finalize_processing();
    rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("libkombilo: built in %.1f s, %.1f s of processor, %.0f MB of memory at most\n", (clock_ms() - start) / 1e3,
           (processor_ms() - busy) / 1e3, used.ru_maxrss / 1e3);
}

int main(int count, char** arguments) try {
    if (count != 2) {
        fprintf(stderr, "a folder with games and questions.txt is needed\n");
        return 2;
    }
    std::string folder = arguments[1], database = folder + "/kombilo.db";
    struct stat there;
    if (stat(database.c_str(), &there) != 0) build(folder, database);
    double start = clock_ms();
    GameList games(database.c_str(), "", "[[id]]");
    printf("libkombilo: %d games of 19x19, opened in %.0f ms\n", games.size(), clock_ms() - start);
    std::ifstream questions(folder + "/questions.txt");
    std::string sides, points, name;
    int cols, rows;
    while (questions >> sides >> cols >> rows >> points && std::getline(questions >> std::ws, name)) {
        // Where the upper left point may lie; everywhere, as a library looks (libkombilo's own kinds of patterns leave the edges out).
        int right = 19 - cols, bottom = 19 - rows;
        bool left_only = sides == "corner", bottom_only = left_only || sides == "side";
        Pattern pattern(0, left_only ? 0 : right, bottom_only ? bottom : 0, bottom, 19, cols, rows, points.c_str());
        SearchOptions options;
        options.searchInVariations = false;
        const int rounds = 5;
        std::vector<double> times;
        double busy = 0;
        for (int round = 0; round < rounds; round++) {
            games.reset();
            double start = clock_ms(), start_busy = processor_ms();
            games.search(pattern, &options);
            times.push_back(clock_ms() - start);
            busy += processor_ms() - start_busy;
        }
        std::sort(times.begin(), times.end());
        printf("libkombilo: %s: %.1f ms, %.1f ms of processor; %d hits in %d games\n", name.c_str(), times[rounds / 2],
               busy / rounds, games.numHits(), games.size());
    }
    return 0;
} catch (...) {
    fprintf(stderr, "libkombilo failed\n");
    return 1;
}
