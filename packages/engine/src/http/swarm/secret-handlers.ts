/** Handles secret and config operations. */
import { BadRequest, type Handlers } from '@lading/server-v1.44';
import type { Config, ConfigSpecInput, Driver, Secret, SecretSpecInput } from '@lading/types-v1.44';
import { dateTime } from '../../values/date-time.js';
import { anyOf, hasLabels } from '../../values/filters.js';
import type { SwarmMember } from '../../swarm/swarm-member.js';
import { withoutUnset } from '../../values/fill-required.js';
import type { SecretRecord, SwarmDriver } from '../../swarm/cluster/swarm-object.js';
import type { NewSecret } from '../../swarm/manager/secrets.js';

export function secretHandlers(member: SwarmMember): NonNullable<Handlers['secret']> {
  const secrets = () => member.requireManager().secrets;
  return {
    list: ({ query: { filters = {} } }) =>
      secrets().all().filter(secretFilter(filters, filters.names)).map(secretResponse),
    create: ({ body }) => ({ ID: secrets().create(readSecret(body)).id }),
    inspect: ({ path: { id } }) => secretResponse(secrets().find(id)),
    update: ({ path: { id }, query: { version }, body }) =>
      secrets().update(secrets().find(id), version, readSecret(body)),
    delete: ({ path: { id } }) => secrets().remove(secrets().find(id)),
  };
}

export function configHandlers(member: SwarmMember): NonNullable<Handlers['config']> {
  const configs = () => member.requireManager().configs;
  return {
    list: ({ query: { filters = {} } }) => configs().all().filter(secretFilter(filters)).map(configResponse),
    create: ({ body }) => ({ ID: configs().create(readSecret(body)).id }),
    inspect: ({ path: { id } }) => configResponse(configs().find(id)),
    update: ({ path: { id }, query: { version }, body }) =>
      configs().update(configs().find(id), version, readSecret(body)),
    delete: ({ path: { id } }) => configs().remove(configs().find(id)),
  };
}

interface SecretFilters {
  readonly id?: readonly string[];
  readonly label?: readonly string[];
  readonly name?: readonly string[];
}

function secretFilter({ id, label, name }: SecretFilters, names?: readonly string[]) {
  return (secret: SecretRecord): boolean =>
    anyOf(id, (value) => secret.id.startsWith(value)) &&
    anyOf(name, (value) => secret.name.startsWith(value)) &&
    anyOf(names, (value) => secret.name === value) &&
    hasLabels(secret.labels, label);
}

/** The data of a secret are never part of a response. */
function secretResponse(secret: SecretRecord): Secret {
  return { ...metaOf(secret), Spec: { ...specOf(secret) } };
}

function configResponse(config: SecretRecord): Config {
  return { ...metaOf(config), Spec: { ...specOf(config), Data: config.data } };
}

function metaOf({ id, version, created, updated }: SecretRecord) {
  return { ID: id, Version: { Index: version }, CreatedAt: dateTime(created), UpdatedAt: dateTime(updated) };
}

function specOf({ name, labels, templating }: SecretRecord) {
  return { Name: name, Labels: { ...labels }, ...(templating && { Templating: driverResponse(templating) }) };
}

function driverResponse({ name, options }: SwarmDriver): Driver {
  return { Name: name, ...(Object.keys(options).length > 0 && { Options: { ...options } }) };
}

export function readSecret(body: SecretSpecInput | ConfigSpecInput): NewSecret {
  const given = withoutUnset(body) as SecretSpecInput;
  const { Name = '', Labels, Data, Templating, Driver } = given;
  const illegal = (Data ?? '').search(/[^A-Za-z0-9+/_=\r\n-]/);
  const rest = (Data ?? '').replaceAll(/[\r\n]/g, '').length % 4;
  // An end that is not whole is reported where it begins.
  const invalid = illegal < 0 && rest > 0 ? (Data ?? '').length - rest : illegal;
  if (invalid >= 0) throw new BadRequest(`invalid JSON: illegal base64 data at input byte ${invalid}`);
  return {
    name: Name,
    labels: (Labels ?? {}) as SecretRecord['labels'],
    // Data may be in the alphabet of URLs.
    data: Buffer.from(Data ?? '', 'base64').toString('base64'),
    ...(Templating && { templating: readDriver(Templating) }),
    ...(Driver && { driver: readDriver(Driver) }),
  };
}

function readDriver({ Name, Options }: NonNullable<SecretSpecInput['Driver']>): SwarmDriver {
  return { name: Name ?? '', options: (Options ?? {}) as SwarmDriver['options'] };
}
