import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { connectionFault } from '../../database/postgres/connection-limit.ts';
import { type Finding, ok, problem } from '../../features/operations/finding.ts';
import { failureText } from '../failure.ts';
import { processCount } from '../processes/process-count.ts';

/** Checks that the store, existing or not created yet, can serve PROCESSES processes. Reports nothing for one process. */
export async function checkProcesses(config: Config, db: Database | undefined): Promise<Finding[]> {
  let count: number;
  try {
    count = processCount(config.processes, config);
  } catch (error) {
    return [problem('processes', failureText(error), 'Unset PROCESSES, or set DATABASE_URL.')];
  }
  if (count === 1) return [];
  const fault = config.databasePooler || db === undefined ? undefined : await connectionFault(db, count);
  if (fault !== undefined) return [problem('processes', fault, 'Lower PROCESSES, or raise max_connections.')];
  return [ok('processes', `${count} processes share the port`)];
}
