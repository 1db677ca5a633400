const MISSING = 'not on this machine: ';

/**
 * For the `skip` of a test that needs a compiler or a framework which neither the packages of this project nor the test command install:
 * false when it is here, or else the reason. REQUIRE_ALL=1 lists these skips, and does not fail for them.
 */
export function unless(isHere: unknown, tool: string): string | false {
  return isHere ? false : `${MISSING}${tool}`;
}

/** Whether a test was skipped for a tool that not every machine has. */
export function isMissingTool(reason: string | undefined): boolean {
  return reason?.startsWith(MISSING) ?? false;
}
