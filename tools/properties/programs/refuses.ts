// Programs that the types reject, in each version.
import type {
  ContainerCreateRequest,
  ContainerSummary,
  ImageInspect,
  RestartPolicyInput,
  SystemInfo,
} from '@lading/types-v1.44';
import type {
  BindOptionsInput as EarlierBindOptions,
  EndpointSettings as EarlierEndpoint,
  HealthConfigInput as EarlierHealth,
  HostConfigInput as EarlierHost,
  SystemInfo as EarlierInfo,
} from '@lading/types-v1.41';
// @ts-expect-error 1.41 has no such operation
import type { VolumeUpdateOperation } from '@lading/types-v1.41';
// @ts-expect-error 1.44 calls it ImageInspect
import type { Image } from '@lading/types-v1.44';

// @ts-expect-error no such restart policy
export const policy: RestartPolicyInput = { Name: 'sometimes' };

// @ts-expect-error ports are a map, not a list
export const ports: ContainerCreateRequest = { ExposedPorts: ['80/tcp'] };

// @ts-expect-error a misspelled name
export const misspelled: ContainerCreateRequest = { Imge: 'nginx' };

// @ts-expect-error exact optional properties: leave it out, or say null
export const unset: ContainerCreateRequest = { Hostname: undefined };

// @ts-expect-error 1.44 leaves VirtualSize out
export const size = (image: ImageInspect) => image.VirtualSize;

// @ts-expect-error an entry may be missing
export const label = (container: ContainerSummary): string => container.Labels['a'];

// @ts-expect-error gone since 1.42
export const store = (info: SystemInfo) => info.KernelMemory;

// @ts-expect-error came with 1.44
export const interval: EarlierHealth = { StartInterval: 1_000_000 };

// @ts-expect-error came with 1.43
export const annotations: EarlierHost = { Annotations: {} };

// @ts-expect-error came with 1.42
export const mountpoint: EarlierBindOptions = { CreateMountpoint: true };

// @ts-expect-error came with 1.44
export const names = (endpoint: EarlierEndpoint) => endpoint.DNSNames;

// @ts-expect-error came with 1.44
export const directories = (info: EarlierInfo) => info.CDISpecDirs;
