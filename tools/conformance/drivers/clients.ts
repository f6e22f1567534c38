// The clients whose traffic is recorded, with the drivers of each.

import { cli } from './cli/cli.js';
import { dockerode } from './dockerode/dockerode.js';
import { http } from './http.js';
import type { Driver } from './scene.js';

export const clients: Readonly<Record<string, Readonly<Record<string, Driver>>>> = { http, cli, dockerode };
