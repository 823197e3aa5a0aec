// PostgreSQL refuses to run as root.

/** An account that is on every Unix and owns nothing, where this process is root's; null elsewhere. */
export const postgresAccount = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null;
