"""The commands, one file each. They read arguments, call the layers below and choose the exit code; nothing else."""
