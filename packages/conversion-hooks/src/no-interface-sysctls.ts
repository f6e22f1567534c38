/** From 1.48 on kernel parameters of an interface are set at its connection only. */
import { Refusal, type Hook } from '@lading/runtime-conversion';
import { interfaceSysctls } from './interface-sysctl.js';
import { endpointSysctlsKey } from './network-of-mode.js';

export function noInterfaceSysctls(): Hook {
  return {
    around(request, next) {
      const [first] = interfaceSysctls(request.body);
      if (first === undefined) return next(request);
      const message = `interface specific sysctl setting "${first.name}" must be supplied using driver option '${endpointSysctlsKey}'`;
      throw new Refusal(500, message, 'interface-sysctls');
    },
  };
}
