/** The environment of the command. */
export const environment: Readonly<NodeJS.ProcessEnv> = process.env;
