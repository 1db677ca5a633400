import type { CommandTable } from './output.ts';

/** Comparisons, files, settings and tools of those who operate a gateway. */
export const UPKEEP_COMMANDS: CommandTable = {
  reconcile: async () => (await import('./reconcile.ts')).reconcileCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  'verify-books': async () => (await import('./verify-books.ts')).verifyBooksCommand,
  discrepancies: async () => (await import('./discrepancies.ts')).discrepanciesCommands,
  export: async () => (await import('./exports.ts')).exportCommands,
  audit: async () => (await import('./audit.ts')).auditCommands,
  archive: async () => (await import('./archive.ts')).archiveCommands,
  rates: async () => (await import('./rates.ts')).ratesCommands,
  secrets: async () => (await import('./secrets.ts')).secretsCommands,
  simulate: async () => (await import('./simulate.ts')).simulateCommand,
  clock: async () => (await import('./clock.ts')).clockCommands,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
};
