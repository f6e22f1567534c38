/** The variables of nginx that have a value here. */
import { accessTime } from '../serve/log-time.js';
import { signedIn } from './access.js';
import type { Exchange } from './exchange.js';

const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '' : (milliseconds / 1000).toFixed(3);

export const variables: Readonly<Record<string, (exchange: Exchange) => string>> = {
  args: ({ search }) => search.slice(1),
  binary_remote_addr: ({ remote }) => remote,
  body_bytes_sent: ({ response }) => String(response.getHeader('content-length') ?? 0),
  connection: ({ traffic }) => String(traffic.accepted),
  connections_active: ({ traffic }) => String(traffic.open.size),
  connections_reading: () => '0',
  connections_waiting: ({ traffic }) => String(traffic.open.size - traffic.busy),
  connections_writing: ({ traffic }) => String(traffic.busy),
  content_length: (exchange) => exchange.header('content_length'),
  content_type: (exchange) => exchange.header('content_type'),
  document_root: ({ root }) => root,
  document_uri: ({ path }) => path,
  host: ({ host, site }) => host || (site.names[0] ?? ''),
  hostname: ({ context }) => context.hostname,
  is_args: ({ search }) => (search.length > 1 ? '?' : ''),
  msec: ({ context }) => seconds(context.now()),
  nginx_version: ({ context }) => context.env['NGINX_VERSION'] ?? '',
  pid: () => '29',
  proxy_add_x_forwarded_for: (exchange) =>
    [exchange.header('x_forwarded_for'), exchange.remote].filter(Boolean).join(', '),
  proxy_host: ({ upstream }) => upstream?.host ?? '',
  proxy_port: ({ upstream }) => (upstream === undefined ? '' : (upstream.host.split(':')[1] ?? '80')),
  query_string: ({ search }) => search.slice(1),
  realpath_root: ({ root }) => root,
  remote_addr: ({ remote }) => remote,
  remote_port: ({ request }) => String(request.socket.remotePort ?? 40_000),
  remote_user: (exchange) => signedIn(exchange).name,
  request: ({ request }) => `${request.method} ${request.url} HTTP/${request.httpVersion}`,
  request_body: ({ body }) => body?.toString() ?? '',
  request_completion: ({ response }) => (response.writableFinished ? 'OK' : ''),
  request_filename: (exchange) => exchange.fileOf(exchange.path),
  request_id: ({ id }) => id,
  request_method: ({ request }) => request.method ?? '',
  request_time: ({ context, started }) => seconds(context.now() - started),
  request_uri: ({ request }) => request.url ?? '',
  scheme: () => 'http',
  server_addr: ({ context }) => context.addresses[0] ?? '127.0.0.1',
  server_name: ({ site }) => (site.names[0] ?? '').replace(/^\./, ''),
  server_port: ({ port }) => String(port),
  server_protocol: ({ request }) => `HTTP/${request.httpVersion}`,
  status: ({ response }) => String(response.statusCode),
  time_iso8601: ({ context }) => new Date(context.now()).toISOString().replace(/\.\d+Z$/, '+00:00'),
  time_local: ({ context }) => accessTime(context.now()),
  upstream_addr: ({ upstream }) => upstream?.tried.join(', ') ?? '',
  upstream_connect_time: ({ upstream }) => (upstream === undefined ? '' : '0.000'),
  upstream_header_time: ({ upstream }) => seconds(upstream?.responded),
  upstream_response_length: ({ response, upstream }) =>
    upstream === undefined ? '' : String(response.getHeader('content-length') ?? 0),
  upstream_response_time: ({ upstream }) => seconds(upstream?.responded),
  upstream_status: ({ upstream }) => String(upstream?.status ?? ''),
  uri: ({ path }) => path,
};
