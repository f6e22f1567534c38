import Docker from 'dockerode';

const docker = new Docker();
const { cpu_stats, precpu_stats, memory_stats } = await docker.getContainer('web').stats({ stream: false });
const cpu = cpu_stats.cpu_usage.total_usage - precpu_stats.cpu_usage.total_usage;
const system = cpu_stats.system_cpu_usage - (precpu_stats.system_cpu_usage ?? 0);
const cpuPercent = system > 0 && cpu > 0 ? (cpu / system) * cpu_stats.online_cpus * 100 : 0;
const { usage, limit, stats } = memory_stats;
const memory = usage - (stats.inactive_file ?? stats['total_inactive_file'] ?? 0);
console.log(`${cpuPercent.toFixed(2)} % ${((memory / limit) * 100).toFixed(2)} %`);
