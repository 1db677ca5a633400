import { type Command, Option } from 'commander';
import { ROLES } from '../domain/roles.ts';
import { formatTimestamp } from '../domain/timestamps.ts';
import { createLog } from '../lib/log.ts';
import type { UserWithLink } from '../operator/users/invite-user.ts';
import type { UserVerbs } from '../operator/users/user-verbs.ts';
import { userJson } from '../operator/views/user-json.ts';
import type { UserLanguage, UserWithWebsites } from '../storage/users/users.ts';
import { asCalled } from './as-called.ts';
import { details, printResult, table } from './output.ts';
import { parseText } from './values.ts';
import { withStore } from './with-store.ts';

interface JsonOption {
  json?: true;
}

interface NewUser extends JsonOption {
  email: string;
  role: string;
  website: string[];
  name?: string;
  language: UserLanguage;
}

/** `peye users …`: who may sign in to the console. */
export function usersCommands(program: Command): void {
  const users = program.command('users').description('invite people to the console and change them');

  users
    .command('create')
    .description('invite somebody; the link works once, within 72 hours, and is shown once')
    .requiredOption('--email <address>', 'their e-mail address')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .addOption(
      new Option('--website <id>', "a website that one of a merchant's people works for; may be given more than once")
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--name <name>', 'what people call them, 1 to 255 characters', parseText)
    .addOption(
      new Option('--language <language>', 'what the console and the invitation are written in')
        .choices(['en', 'fr', 'ht'])
        .default('en'),
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
The link is shown now and never again; where SMTP_URL is set it is sent by e-mail as well.

Examples:
  peye users create --email marie@example.com --role owner
  peye users create --email jan@shop.example --role merchant_owner --website web_… --language ht`,
    )
    .action((options: NewUser) => create(options));

  users
    .command('list')
    .description('list everybody, oldest first')
    .option('--json', 'print a JSON array')
    .addHelpText('after', '\nExamples:\n  peye users list\n  peye users list --json')
    .action((options: JsonOption) => list(options));

  onOne(users, 'show', 'show one user').action((id: string, options: JsonOption) =>
    withUsers(async (verbs) => printUser(options, await verbs.requireUser(null, id))),
  );

  onOne(users, 'reset', 'take the password away and make a link for a new one, which works once, within one hour')
    .option('--remove-factors', 'take the second factors and recovery codes away too')
    .addHelpText(
      'after',
      `  peye users reset usr_… --remove-factors

All sessions end. Whoever has not accepted the invitation yet gets a new one.`,
    )
    .action((id: string, options: JsonOption & { removeFactors?: true }) =>
      withUsers(async (verbs) =>
        printMade(options, await verbs.resetUser(null, at(id), { removesFactors: options.removeFactors ?? false })),
      ),
    );

  onOne(users, 'deactivate', 'end all sessions and refuse to sign in').action((id: string, options: JsonOption) =>
    withUsers(async (verbs) => printUser(options, await verbs.setUserActive(null, at(id), false))),
  );
  onOne(users, 'activate', 'let somebody sign in again').action((id: string, options: JsonOption) =>
    withUsers(async (verbs) => printUser(options, await verbs.setUserActive(null, at(id), true))),
  );
}

async function create({ email, role, website, name, language, ...options }: NewUser): Promise<void> {
  await withUsers(async (verbs) => {
    const invitation = { email, role, websiteIds: website, name: name ?? null, language };
    printMade(options, await verbs.inviteUser(null, invitation));
  });
}

async function list(options: JsonOption): Promise<void> {
  await withUsers(async (verbs) => {
    const users = await verbs.listUsers(null);
    printResult(
      options,
      users.map((user) => userJson(user)),
      () => {
        if (users.length === 0) {
          return asCalled('Nobody yet. Invite somebody: peye users create --email marie@example.com --role owner');
        }
        return table(
          ['ID', 'E-MAIL', 'NAME', 'ROLE', 'WEBSITES', 'STATE', 'CREATED'],
          users.map((user) => [
            user.id,
            user.email,
            user.name,
            user.role,
            user.websiteIds.join(',') || null,
            stateOf(user),
            formatTimestamp(user.createdAtUs),
          ]),
        );
      },
    );
  });
}

/** The verbs of people are loaded for these commands alone. What they log is said by the command. */
async function withUsers(work: (verbs: UserVerbs) => Promise<void>): Promise<void> {
  const { openUsers } = await import('../app/open-users.ts');
  await withStore((store, config) => work(openUsers(config, store, createLog('silent'))));
}

/** A command looks at no version before. */
function at(id: string): { id: string; version: null } {
  return { id, version: null };
}

function collect(id: string, before: readonly string[]): string[] {
  return [...before, id];
}

function onOne(users: Command, name: string, description: string): Command {
  return users
    .command(name)
    .argument('<id>', 'the id of a user, usr_…')
    .description(description)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nExamples:\n  peye users ${name} usr_…`);
}

function stateOf(user: UserWithWebsites): string {
  if (user.deactivatedAtUs !== null) return 'deactivated';
  return user.acceptedAtUs === null ? 'invited' : 'active';
}

function printUser(options: JsonOption, user: UserWithWebsites): void {
  printResult(options, userJson(user), () => detailsOf(user));
}

function printMade(options: JsonOption, { user, link, mailed }: UserWithLink): void {
  const sent = {
    sent: ` It was sent to ${user.email} as well.`,
    failed: ` It could not be sent to ${user.email}: hand it over yourself.`,
    off: '',
  };
  printResult(options, userJson(user, { link, mailed }), () =>
    [
      detailsOf(user),
      link.url,
      `Keep the link now: it is not shown again. It works once, until ${formatTimestamp(link.expiresAtUs)}.${sent[mailed]}`,
    ].join('\n\n'),
  );
}

function detailsOf(user: UserWithWebsites): string {
  return details([
    ['ID', user.id],
    ['E-mail', user.email],
    ['Name', user.name],
    ['Role', user.role],
    ['Websites', user.websiteIds.join(', ') || null],
    ['Language', user.language],
    ['State', user.isPlaceholder ? 'placeholder: the e-mail address has another account' : stateOf(user)],
    ['Created', formatTimestamp(user.createdAtUs)],
  ]);
}
