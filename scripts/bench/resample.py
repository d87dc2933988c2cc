"""What numpy needs for the resampling that `npm run bench:aggregate` measures: reads scores as JSON, prints seconds."""

import json
import sys
import time

import numpy

study = json.load(sys.stdin)
cells = numpy.array(study["differences"])
replicates = study["replicates"]
random = numpy.random.default_rng(0)
tasks = cells.shape[2]
began = time.perf_counter()
intervals = []
for differences in cells:
    units = differences.mean(axis=0)
    means = units[random.integers(0, tasks, (replicates, tasks))].mean(axis=1)
    means.sort()
    intervals.append((means[int(0.025 * replicates)], means[int(0.975 * replicates) - 1]))
print(json.dumps({"seconds": time.perf_counter() - began, "intervals": intervals}))
