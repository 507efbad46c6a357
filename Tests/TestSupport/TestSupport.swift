// Shared checks and slow twins.
