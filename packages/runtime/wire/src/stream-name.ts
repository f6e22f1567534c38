/** The names of the four multiplexed streams, in the order of the frame types 0 to 3. */

export type StreamName = 'stdin' | 'stdout' | 'stderr' | 'system';
