/** The paths of a user of the generator, from the installation to a client that calls a server. */
import { follow } from '../harness/journey.mjs';

/** @type {readonly import('../harness/journey.mjs').Journey[]} */
export const generator = [
  {
    name: 'generator',
    about:
      'Installs the generator, generates a client and a server of a document, builds them, and calls one with the other',
    isFixed: true,
    steps: [follow('README.md', 'Your own API')],
  },
];
