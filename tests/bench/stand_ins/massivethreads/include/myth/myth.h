/* A file that tells MassiveThreads' source tree. */
