/** All steps of the tour, in order. */
import type { TourStep } from '../step.js';
import { builds } from './builds.js';
import { containers } from './containers.js';
import { images } from './images.js';
import { networks, networksBefore } from './networks.js';
import { streams, streamsBefore } from './streams.js';
import { swarm } from './swarm.js';
import { afterwards, beforeAll } from './system.js';

export const steps: readonly TourStep[] = [
  ...beforeAll,
  ...images,
  ...containers,
  ...streamsBefore,
  ...streams,
  ...networksBefore,
  ...networks,
  ...builds,
  ...swarm,
  ...afterwards,
];
