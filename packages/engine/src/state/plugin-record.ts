/** A plugin as the engine stores it. */
import type { PluginConfig } from '@lading/types-v1.44';

export interface PluginRecord {
  readonly id: string;
  /** With a tag. */
  readonly name: string;
  /** Where it was pulled from, or its name. */
  readonly reference: string;
  readonly isEnabled: boolean;
  /** In seconds: how long the engine waits for a response; 0 for ever. */
  readonly timeout: number;
  readonly config: PluginConfig;
  readonly settings: PluginSettingsRecord;
}

export interface PluginSettingsRecord {
  /** Variables in the form `NAME=value`. */
  readonly environment: readonly string[];
  readonly arguments: readonly string[];
  /** The sources of mounts and the paths of devices that differ from the configuration, by name. */
  readonly mounts: Readonly<Record<string, string>>;
  readonly devices: Readonly<Record<string, string>>;
}

/** A plugin in a registry: what a pull gets. */
export interface PluginPackage {
  readonly config: PluginConfig;
  readonly files: readonly (readonly [path: string, data: Buffer])[];
}
