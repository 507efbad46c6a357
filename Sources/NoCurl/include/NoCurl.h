#pragma once
// Nothing to call: see curl.c.
