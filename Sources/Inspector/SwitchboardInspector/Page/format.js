// Numbers as people read them. Null means that the program cannot say yet.

export const UNKNOWN = "\u2013";
const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Three digits: 1.23, 12.3, 123. */
function threeDigits(value) {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

/** Three digits and a unit: 1.23 k, 12.3 M. */
function scaled(value) {
  for (const unit of ["", " k", " M", " G"]) {
    if (value < 999.5) return threeDigits(value) + unit;
    value /= 1000;
  }
  return `${grouped.format(value)} T`;
}

/** 1,234,567; from a billion on, three digits, which a column has room for. */
export function count(value) {
  if (value === null || value === undefined) return UNKNOWN;
  return Math.abs(value) < 1e9 ? grouped.format(value) : scaled(value);
}

/** A number of at least 0 per second, without the unit: 0, 0.50, 12.3, 1.23 k. */
export function rate(value) {
  if (value === null || value === undefined) return UNKNOWN;
  if (value === 0) return "0";
  return value < 0.005 ? "<0.01" : scaled(value);
}

export function perSecond(value) {
  return value === null || value === undefined ? UNKNOWN : `${rate(value)}/s`;
}

/** A duration that the program measured: 850 ns, 1.2 us with the Greek letter, 34 ms. */
export function duration(nanoseconds) {
  if (nanoseconds === null || nanoseconds === undefined) return UNKNOWN;
  let value = nanoseconds;
  for (const unit of ["ns", "\u00b5s", "ms"]) {
    if (value < 999.5) return `${unit === "ns" || value >= 99.95 ? value.toFixed(0) : value.toFixed(1)} ${unit}`;
    value /= 1000;
  }
  return `${value.toFixed(2)} s`;
}

/** A duration that a person lives through, in whole units, so that it does not flicker. */
export function age(seconds) {
  if (seconds === null || seconds === undefined) return UNKNOWN;
  const whole = Math.max(0, Math.floor(seconds));
  const two = value => String(value).padStart(2, "0");
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  if (whole < 86400) return `${Math.floor(whole / 3600)} h ${two(Math.floor(whole / 60) % 60)} min`;
  return `${Math.floor(whole / 86400)} d ${two(Math.floor(whole / 3600) % 24)} h`;
}

export function bytes(value) {
  if (value === null || value === undefined) return UNKNOWN;
  return value < 1000 ? `${value} bytes` : `${scaled(value)}B`;
}

/** "1 record", "2 records". */
export function plural(value, noun) {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** The time of the day, as a person compares it with a watch. */
export function clock(date) {
  return date.toLocaleTimeString("en-GB");
}
