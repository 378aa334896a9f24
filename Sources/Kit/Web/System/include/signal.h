#pragma once
// Modules have no signals.
