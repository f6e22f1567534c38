/** What readers look for, and the actions that lead there from the entrance. An action is a click, a typed text or a key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ReaderTask {
  readonly question: string;
  readonly actions: readonly ReaderAction[];
  /** The page and the anchor on which the reader ends. */
  readonly page: string;
  /** An element that contains the text of the answer, in view or below it. */
  readonly answer: readonly [selector: string, text: string | RegExp];
}

export type ReaderAction = { readonly click: string } | { readonly type: string } | { readonly press: string };

/** The list of overlays begins with the newest version, and its pages are those that the entrance leads to. */
const versionsFile = join(import.meta.dirname, '../../../../spec/versions.yaml');
const newest = /overlays\/v([\d.]+)\.yaml/.exec(readFileSync(versionsFile, 'utf8'))?.[1] ?? '';

const search = (text: string): readonly ReaderAction[] => [{ type: text }, { press: 'Enter' }];
const version = (name: string): ReaderAction => ({ click: `.version-list a[href="v${name}/index.html"]` });
const item = (text: string): ReaderAction => ({ click: `.side a:text-is("${text}")` });

const create = `v${newest}/operations/ContainerCreate.html`;

export const readerTasks: readonly ReaderTask[] = [
  {
    question: 'Which API version does engine 28.2 speak?',
    actions: [],
    page: 'index.html',
    answer: ['tr:has(td:text-is("28.2"))', '1.50'],
  },
  {
    question: 'Which fields are new in 1.44 for containers?',
    actions: [{ click: '.diagram a[href$="#v1.44"]' }],
    page: `v${newest}/timeline.html#v1.44`,
    answer: ['[id="v1.44"]', 'HealthConfig.StartInterval'],
  },
  {
    question: 'How do I make the first call?',
    actions: [version('1.44'), item('Getting started')],
    page: 'v1.44/getting-started.html',
    answer: ['main pre >> nth=0', 'curl --unix-socket'],
  },
  {
    question: 'How many times is a failed container restarted?',
    actions: search('MaximumRetryCount'),
    page: `v${newest}/operations/ContainerUpdate.html#ContainerUpdate.body.RestartPolicy.MaximumRetryCount`,
    answer: ['[id="ContainerUpdate.body.RestartPolicy.MaximumRetryCount"]', /retries|attempts|restart/i],
  },
  {
    question: 'Which values does a restart policy take?',
    actions: search('RestartPolicy.Name'),
    page: `v${newest}/schemas/RestartPolicy.html#RestartPolicy.Name`,
    answer: ['[id="RestartPolicy.Name"] .values', 'unless-stopped'],
  },
  {
    question: 'What does 409 mean when a container is started?',
    actions: search('ContainerStart 409'),
    page: `v${newest}/operations/ContainerStart.html#ContainerStart.409`,
    answer: ['[id="ContainerStart.409"] summary', '409'],
  },
  {
    question: 'Which calls does docker run make?',
    actions: search('docker run'),
    page: create,
    answer: ['main', 'Creates a container'],
  },
  {
    question: 'Why is my client version too old?',
    actions: search('client version is too old'),
    page: `v${newest}/troubleshooting.html#client-too-old`,
    answer: ['#client-too-old', 'Use a version between'],
  },
  {
    question: 'What breaks when I move from 1.41 to 1.44?',
    actions: [version('1.41'), item('1.41 → 1.44'), { click: '#breaking' }],
    page: 'v1.41/changes.html',
    answer: ['.change >> visible=true >> nth=0', 'breaking for'],
  },
  {
    question: 'Does pruning volumes remove named ones in 1.41?',
    actions: [...search('prune unused volumes'), { click: '.versions a:text-is("1.41")' }],
    page: 'v1.41/operations/VolumePrune.html',
    answer: ['main', 'named ones included'],
  },
  {
    question: 'Which curl command lists images by a filter?',
    actions: search('list images'),
    page: `v${newest}/operations/ImageList.html`,
    answer: ['[data-tab="curl"] pre', "--data-urlencode 'filters="],
  },
  {
    question: 'How do I pull an image from TypeScript?',
    actions: [...search('pull an image'), { click: '[role="tab"]:text-is("TypeScript")' }],
    page: `v${newest}/operations/ImageCreate.html`,
    answer: ['[data-tab="client"] pre', 'await engine.image.create'],
  },
  {
    question: 'Where is the OpenAPI document of 1.41?',
    actions: [version('1.41')],
    page: 'v1.41/index.html',
    answer: ['.downloads a[href="openapi.json"]', 'OpenAPI document'],
  },
  {
    question: 'Which states does a container have?',
    actions: [version('1.44'), item('States')],
    page: 'v1.44/states.html',
    answer: ['#container-status .values', 'restarting'],
  },
  {
    question: 'Which format do logs have?',
    actions: search('container logs'),
    page: `v${newest}/operations/ContainerLogs.html`,
    answer: ['[id="ContainerLogs.200"]', 'multiplexed'],
  },
  {
    question: 'Which operations use ContainerConfig?',
    actions: search('ContainerConfig'),
    page: `v${newest}/schemas/ContainerConfig.html`,
    answer: ['.links', 'ContainerInspect'],
  },
  {
    question: 'What does 503 mean?',
    actions: search('503'),
    page: `v${newest}/errors.html#503`,
    answer: ['[id="503"]', 'swarm'],
  },
  {
    question: 'Since when can CreateMountpoint be sent?',
    actions: search('CreateMountpoint'),
    page: `v${newest}/schemas/BindOptions.html#BindOptions.CreateMountpoint`,
    answer: ['[id="BindOptions.CreateMountpoint"]', 'since 1.42'],
  },
  {
    question: 'How long does a stop wait?',
    actions: search('stop a container'),
    page: `v${newest}/operations/ContainerStop.html`,
    answer: ['[id="ContainerStop.query.t"]', /seconds/i],
  },
  {
    question: 'How do I pass the password of a registry?',
    actions: search('X-Registry-Auth'),
    page: `v${newest}/operations/ImagePush.html#ImagePush.header.X-Registry-Auth`,
    answer: ['[id="ImagePush.header.X-Registry-Auth"]', /AuthConfig|credentials/],
  },
  {
    question: 'What is a task?',
    actions: search('glossary'),
    page: `v${newest}/glossary.html`,
    answer: ['tr:has(td:text-is("task"))', 'one container of a service'],
  },
  {
    question: 'Which commands of the command line remove things?',
    actions: [version('1.44'), item('Command line and API')],
    page: 'v1.44/command-line.html',
    answer: ['tr:has-text("docker rm") >> nth=0', 'Remove a container'],
  },
];
