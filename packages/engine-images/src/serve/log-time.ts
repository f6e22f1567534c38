/** Moments in the forms of logs, in UTC as containers have it. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function parts(moment: number) {
  const [date = '', time = ''] = new Date(moment).toISOString().split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  return {
    year,
    month,
    day,
    name: months[Number(month) - 1] ?? '',
    time: time.slice(0, 8),
    fraction: time.slice(9, 12),
  };
}

/** `2026/01/31 12:00:00`, as nginx writes it. */
export function slashTime(moment: number): string {
  const { year, month, day, time } = parts(moment);
  return `${year}/${month}/${day} ${time}`;
}

/** `31/Jan/2026:12:00:00 +0000`, as access logs have it. */
export function accessTime(moment: number): string {
  const { year, day, name, time } = parts(moment);
  return `${day}/${name}/${year}:${time} +0000`;
}

/** `Sat Jan 31 12:00:00.000000 2026`, as httpd writes it. */
export function weekdayTime(moment: number): string {
  const { year, day, name, time, fraction } = parts(moment);
  return `${days[new Date(moment).getUTCDay()]} ${name} ${day} ${time}.${fraction}000 ${year}`;
}

/** `31 Jan 2026 12:00:00.000`, as Redis writes it. */
export function shortTime(moment: number): string {
  const { year, day, name, time, fraction } = parts(moment);
  return `${day} ${name} ${year} ${time}.${fraction}`;
}

/** `2026-01-31 12:00:00.000 UTC`, as PostgreSQL writes it. */
export function zoneTime(moment: number): string {
  const { year, month, day, time, fraction } = parts(moment);
  return `${year}-${month}-${day} ${time}.${fraction} UTC`;
}
