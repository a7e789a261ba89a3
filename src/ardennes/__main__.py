"""`python -m ardennes` is the command `ardennes`."""

import sys

from ardennes.cli import main

if __name__ == "__main__":
    sys.exit(main())
