// Offers a plug-in of another name than its Turtle.
#include "defect.h"

PLUGIN(.URI = "urn:defect:another")
