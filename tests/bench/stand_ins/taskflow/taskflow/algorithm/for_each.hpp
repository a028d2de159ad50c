// taskflow.hpp has all that bench/peers uses.
#pragma once
