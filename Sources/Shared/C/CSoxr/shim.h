// soxr: conversion between sample rates.
#include <soxr.h>
