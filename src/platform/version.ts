import packageJson from '../../package.json' with { type: 'json' };

/** The version of this gateway, and of the packages that it serves. */
export const VERSION = packageJson.version;
