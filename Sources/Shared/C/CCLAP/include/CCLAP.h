/// The declarations of CLAP, the description of a library, and what CLAPFormat needs in C.
#pragma once
#include "clap.h"
#include "library.h"
