// Times SIR epidemics of NEXT-Net (https://github.com/oist/NEXTNet, next reaction method, continuous time) on a graph:
//   next_net EDGES RATE FIRST RUNS SEED
// RATE is that of infections per contact; people recover with rate 1. Prints the processor seconds of an infection,
// without reading the graph. None of its code is here. Built with Boost, in a clone with its submodules:
//   g++ -std=c++17 -O3 -march=native -I . -I nextnet -I ext -I ext/dyndist PATH/next_net.cpp -o next_net \
//     nextnet/{network,weighted_network,temporal_network,algorithm,random,NextReaction,utility}.cpp
#include "stdafx.h"
#include "types.h"
#include "network.h"
#include "random.h"
#include "algorithm.h"
#include "NextReaction.h"

#include <ctime>

int main(int count, char **words) {
  if (count != 6) return 2;
  std::vector<std::vector<node_t>> neighbors;
  std::ifstream edges(words[1]);
  for (node_t one, other; edges >> one >> other;) {
    neighbors.resize(std::max<std::size_t>(neighbors.size(), std::max(one, other) + 1));
    neighbors[one].push_back(other);
    neighbors[other].push_back(one);
  }
  adjacencylist_network network(std::move(neighbors), true, true);
  transmission_time_exponential infects(std::atof(words[2])), recovers(1);
  rng_t engine(std::atoi(words[5]));
  simulate_next_reaction::params options;
  options.SIR = true;
  std::size_t infections = 0;
  const auto begun = std::clock();
  for (int run = 0; run < std::atoi(words[4]); run++) {
    simulate_next_reaction simulation(network, infects, &recovers, options);
    simulation.add_infections({{std::atoi(words[3]), 0.0}});
    while (auto event = simulation.step(engine))
      infections += event->kind == epidemic_event_kind::infection || event->kind == epidemic_event_kind::outside_infection;
  }
  std::cout << infections << " infections, " << double(std::clock() - begun) / CLOCKS_PER_SEC / infections << " s each\n";
}
