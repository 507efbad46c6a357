#!/usr/bin/env python3
"""Compares qrng.json with the points of GSL's own generators, through its shared library. Exit 1: they differ."""

import ctypes
import json
import sys
from pathlib import Path

gsl = ctypes.CDLL("libgsl.so")
gsl.gsl_qrng_alloc.restype = ctypes.c_void_p
gsl.gsl_qrng_alloc.argtypes = [ctypes.c_void_p, ctypes.c_uint]
gsl.gsl_qrng_get.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_double)]

wrong = 0
for case in json.loads(Path(__file__).with_name("qrng.json").read_text())["cases"]:
    kind = ctypes.c_void_p.in_dll(gsl, f"gsl_qrng_{case['generator']}")
    generator = gsl.gsl_qrng_alloc(kind, case["dimension"])
    point = (ctypes.c_double * case["dimension"])()
    points = []
    for _ in range(1_000):
        gsl.gsl_qrng_get(generator, point)
        points.append(list(point))
    pairs = [*zip(points, case["points"]), (points[999], case["point1000"])]
    away = max(abs(a - b) for seen, wanted in pairs for a, b in zip(seen, wanted))
    wrong += away > 1e-14
    print(f"{case['generator']} in {case['dimension']} dimensions: {away:.1e}")
sys.exit(wrong > 0)
