/** A small hand-written contract with one operation of every kind. */
import {
  type Schema,
  boolean,
  enumOf,
  integer,
  arrayOf,
  mapOf,
  nullable,
  optional,
  object,
  ref,
  required,
  rule,
  string,
  constrainedString,
} from '@lading/runtime-wire';
import { type Contract, type OperationContract } from '../../src/codegen.js';

const id = { id: { encoding: 'plain', schema: string, required: true } } as const;
const raw = 'application/vnd.docker.raw-stream';
const frames = 'application/vnd.docker.multiplexed-stream';
const auth: Schema = object({ username: optional(nullable(string)), identitytoken: optional(nullable(string)) });

const mount: Schema = object(
  { Type: optional(enumOf(['bind', 'volume'])), Source: optional(string), Inner: optional(ref(() => mount)) },
  { rules: [rule('needs-when', ['Source', 'Type'], { value: 'bind', description: 'A bind mount has a source.' })] },
);

const createRequest: Schema = object(
  {
    Image: optional(string),
    Hostname: optional(string),
    Cmd: optional(nullable(arrayOf(string))),
    Labels: optional(nullable(mapOf(string))),
    StopTimeout: optional(nullable(integer())),
    HostConfig: optional(
      nullable(
        object(
          {
            ShmSize: optional(nullable(integer({ format: 'int64', minimum: 0 }))),
            Memory: optional(
              integer({
                format: 'int64',
                rules: [rule('zero-or-minimum', [], { value: 6_291_456, description: 'Zero, or at least 6 MiB.' })],
              }),
            ),
            NanoCpus: optional(integer()),
            CpuPeriod: optional(integer()),
            NetworkMode: optional(string),
            Privileged: optional(boolean),
            Mounts: optional(nullable(arrayOf(mount))),
          },
          {
            rules: [
              rule('excludes', ['NanoCpus', 'CpuPeriod'], { description: '`NanoCpus` sets the CPU period itself.' }),
            ],
          },
        ),
      ),
    ),
  },
  {},
);

const summary = object({
  Id: required(string),
  Names: required(nullable(arrayOf(string))),
  Labels: required(mapOf(string)),
});

const operations: readonly OperationContract[] = [
  {
    id: 'ContainerList',
    noun: 'container',
    verb: 'list',
    method: 'GET',
    path: '/containers/json',
    parameters: {
      query: {
        all: { encoding: 'plain', schema: boolean },
        limit: { encoding: 'plain', schema: integer() },
        filters: {
          encoding: 'json',
          schema: object({
            label: optional(arrayOf(string)),
            status: optional(arrayOf(enumOf(['running', 'exited']))),
          }),
        },
      },
    },
    responses: { 200: { kind: 'json', schema: arrayOf(summary) } },
  },
  {
    id: 'ContainerCreate',
    noun: 'container',
    verb: 'create',
    method: 'POST',
    path: '/containers/create',
    parameters: {
      query: { name: { encoding: 'plain', schema: constrainedString({ pattern: '^/?[a-zA-Z0-9][a-zA-Z0-9_.-]+$' }) } },
    },
    body: { kind: 'json', schema: createRequest, required: true },
    rules: [
      rule('not-when', ['body.Hostname', 'body.HostConfig.NetworkMode'], {
        value: 'host|container:*',
        description: 'The host name comes with the network.',
      }),
    ],
    responses: { 201: { kind: 'json', schema: object({ Id: required(string), Warnings: required(arrayOf(string)) }) } },
  },
  {
    id: 'ContainerInspect',
    noun: 'container',
    verb: 'inspect',
    method: 'GET',
    path: '/containers/{id}/json',
    parameters: { path: id },
    responses: { 200: { kind: 'json', schema: object({ Id: required(string) }) } },
  },
  {
    id: 'ContainerStart',
    noun: 'container',
    verb: 'start',
    method: 'POST',
    path: '/containers/{id}/start',
    parameters: { path: id },
    responses: { 204: { kind: 'nothing' }, 304: { kind: 'nothing' } },
  },
  {
    id: 'ContainerResize',
    noun: 'container',
    verb: 'resize',
    method: 'POST',
    path: '/containers/{id}/resize',
    parameters: {
      path: id,
      query: {
        h: { encoding: 'plain', schema: integer(), required: true },
        w: { encoding: 'plain', schema: integer(), required: true },
      },
    },
    responses: { 200: { kind: 'nothing' } },
  },
  {
    id: 'ContainerWait',
    noun: 'container',
    verb: 'wait',
    method: 'POST',
    path: '/containers/{id}/wait',
    parameters: { path: id },
    responses: { 200: { kind: 'json', schema: object({ StatusCode: required(integer()) }) } },
  },
  {
    id: 'ContainerLogs',
    noun: 'container',
    verb: 'logs',
    method: 'GET',
    path: '/containers/{id}/logs',
    parameters: {
      path: id,
      query: { stdout: { encoding: 'plain', schema: boolean }, stderr: { encoding: 'plain', schema: boolean } },
    },
    rules: [rule('at-least-one-of', ['stdout', 'stderr'], { description: 'At least one stream must be asked for.' })],
    responses: { 200: { kind: 'output', mediaType: raw, framesType: frames } },
  },
  {
    id: 'ContainerAttach',
    noun: 'container',
    verb: 'attach',
    method: 'POST',
    path: '/containers/{id}/attach',
    parameters: { path: id },
    responses: { 101: { kind: 'upgrade' }, 200: { kind: 'upgrade', mediaType: raw, framesType: frames } },
  },
  {
    id: 'ContainerAttachWebsocket',
    noun: 'container',
    verb: 'attachWebsocket',
    method: 'GET',
    path: '/containers/{id}/attach/ws',
    parameters: { path: id },
    responses: { 101: { kind: 'websocket' } },
  },
  {
    id: 'ContainerArchiveInfo',
    noun: 'container',
    verb: 'archiveInfo',
    method: 'HEAD',
    path: '/containers/{id}/archive',
    parameters: { path: id, query: { path: { encoding: 'plain', schema: string, required: true } } },
    responses: {
      200: { kind: 'nothing', headers: { 'X-Docker-Container-Path-Stat': { encoding: 'plain', schema: string } } },
    },
  },
  {
    id: 'ContainerArchive',
    noun: 'container',
    verb: 'archive',
    method: 'GET',
    path: '/containers/{id}/archive',
    parameters: { path: id, query: { path: { encoding: 'plain', schema: string, required: true } } },
    responses: {
      200: {
        kind: 'tar',
        mediaType: 'application/x-tar',
        headers: { 'X-Docker-Container-Path-Stat': { encoding: 'plain', schema: string } },
      },
    },
  },
  {
    id: 'ContainerPutArchive',
    noun: 'container',
    verb: 'putArchive',
    method: 'PUT',
    path: '/containers/{id}/archive',
    parameters: { path: id, query: { path: { encoding: 'plain', schema: string, required: true } } },
    body: { kind: 'bytes', mediaTypes: ['application/x-tar'], required: true },
    responses: { 200: { kind: 'nothing' } },
  },
  {
    id: 'ExecStart',
    noun: 'exec',
    verb: 'start',
    method: 'POST',
    path: '/exec/{id}/start',
    parameters: { path: id },
    body: {
      kind: 'json',
      schema: object({ Detach: optional(nullable(boolean)), Tty: optional(nullable(boolean)) }),
    },
    responses: { 101: { kind: 'upgrade' }, 200: { kind: 'output', mediaType: raw, framesType: frames } },
  },
  {
    id: 'ImageInspect',
    noun: 'image',
    verb: 'inspect',
    method: 'GET',
    path: '/images/{name}/json',
    slashes: true,
    parameters: { path: { name: { encoding: 'plain', schema: string, required: true } } },
    responses: { 200: { kind: 'json', schema: object({ Id: required(string) }) } },
  },
  {
    id: 'ImageDelete',
    noun: 'image',
    verb: 'delete',
    method: 'DELETE',
    path: '/images/{name}',
    slashes: true,
    parameters: { path: { name: { encoding: 'plain', schema: string, required: true } } },
    responses: { 200: { kind: 'json', schema: arrayOf(object({ Untagged: optional(string) })) } },
  },
  {
    id: 'ImageCreate',
    noun: 'image',
    verb: 'create',
    method: 'POST',
    path: '/images/create',
    parameters: {
      query: {
        fromImage: { encoding: 'plain', schema: string },
        changes: { encoding: 'repeated', schema: arrayOf(string) },
      },
      headers: { 'X-Registry-Auth': { encoding: 'base64url-json', schema: auth } },
    },
    body: { kind: 'bytes', mediaTypes: ['application/x-tar'] },
    responses: { 200: { kind: 'progress', schema: object({ status: optional(string) }) } },
  },
  {
    id: 'SystemEvents',
    noun: 'system',
    verb: 'events',
    method: 'GET',
    path: '/events',
    parameters: { query: { since: { encoding: 'plain', schema: string } } },
    responses: { 200: { kind: 'json-lines', schema: object({ Type: required(string) }) } },
  },
  {
    id: 'SystemVersion',
    noun: 'system',
    verb: 'version',
    method: 'GET',
    path: '/version',
    responses: { 200: { kind: 'json', schema: object({ Version: required(string), ApiVersion: optional(string) }) } },
  },
  {
    id: 'SessionStart',
    noun: 'session',
    verb: 'start',
    method: 'POST',
    path: '/session',
    responses: { 101: { kind: 'http2' } },
  },
];

export const contract: Contract = {
  version: '1.44',
  vendor: 'Docker',
  operations: Object.fromEntries(operations.map((operation) => [operation.id, operation])),
};
