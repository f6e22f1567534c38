/** Images with programs: what a pull of their names creates, and the functions that their containers run. */
import type { ImageConfig } from '@lading/types-v1.44';
import type { Program } from './program.js';

export interface ImageDefinition {
  /** The repositories that have the image, without a registry: `nginx`, `traefik/whoami`. */
  readonly names: readonly string[];
  /** Called once, when the image is first pulled or one of its programs is first started. */
  load(): Promise<ImageContent> | ImageContent;
}

export interface ImageContent {
  /**
   * The configuration: entry point, command, variables, ports, volumes, health check.
   *
   * @param tag the tag that is pulled; `latest` if none is known
   */
  config(tag: string): Partial<ImageConfig>;
  /** The files by path: text, or undefined for a folder. Those that begin with `#!` are executable. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  /** The programs by path, such as `/usr/sbin/nginx`. Images that are built on this one have them too. */
  readonly programs: Readonly<Record<string, Program>>;
}
