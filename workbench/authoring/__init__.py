"""Writing sets: skeletons, and putting things into set files without touching what stands there."""
