def main(options, run):
    return 1
