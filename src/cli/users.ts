import { Option } from 'commander';
import { ROLES } from '../core/roles.ts';
import { formatTimestamp } from '../core/timestamps.ts';
import type { UserWithLink } from '../features/users/invite-user.ts';
import { userState } from '../features/users/store/page-users.ts';
import type { UserLanguage, UserWithWebsites } from '../features/users/store/users.ts';
import { USER_FIELDS, userJson } from '../features/users/user-json.ts';
import type { UserVerbs } from '../features/users/user-verbs.ts';
import { createLog } from '../platform/log/log.ts';
import { asCalled } from './as-called.ts';
import { fieldDetails, fieldTable } from './field-table.ts';
import { type Command, type JsonOption, onOne, printResult } from './output.ts';
import { parseText } from './values.ts';
import { withStore } from './with-store.ts';

interface NewUser extends JsonOption {
  email: string;
  role: string;
  website: string[];
  name?: string;
  language: UserLanguage;
}

/** `peye users …`: the users of the console. */
export function usersCommands(program: Command): void {
  const users = program.command('users').description('Invite and manage console users');
  const one = onOne(users, { is: 'user ID, usr_…', examples: ['usr_…'] });

  users
    .command('create')
    .description('Invite a user with a link that works once, within 72 hours')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .addOption(new Option('--role <role>', 'role, which sets the permissions').choices(ROLES).makeOptionMandatory())
    .addOption(
      new Option('--website <id>', 'website that a merchant user works for; can be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--name <name>', 'display name, 1 to 255 characters', parseText)
    .addOption(
      new Option('--language <language>', 'language of the console and of the invitation')
        .choices(['en', 'fr', 'ht'])
        .default('en'),
    )
    .json()
    .more(`
The link is shown only once. If SMTP_URL is set, Peye also sends it by e-mail.

Examples:
  peye users create --email marie@example.com --role owner
  peye users create --email jan@shop.example --role merchant_owner --website web_… --language ht`)
    .action((options: NewUser) => create(options));

  users
    .command('list')
    .description('List all users, oldest first')
    .json('print a JSON array')
    .more('\nExamples:\n  peye users list\n  peye users list --json')
    .action((options: JsonOption) => list(options));

  one('show', 'Show a user').action((id: string, options: JsonOption) =>
    withUsers(async (verbs) => printUser(options, verbs, await verbs.requireUser(null, id))),
  );

  one('reset', 'Remove the password of a user and create a reset link that works once, within one hour')
    .option('--remove-factors', 'also remove two-factor authentication and recovery codes')
    .more(`  peye users reset usr_… --remove-factors

This signs the user out everywhere. A user who has not accepted the invitation gets a new one.`)
    .action((id: string, options: JsonOption & { removeFactors?: true }) =>
      withUsers(async (verbs) =>
        printMade(options, await verbs.resetUser(null, at(id), { removesFactors: options.removeFactors ?? false })),
      ),
    );

  one('deactivate', 'Sign a user out everywhere and refuse sign-in').action((id: string, options: JsonOption) =>
    withUsers(async (verbs) => printUser(options, verbs, await verbs.setUserActive(null, at(id), false))),
  );
  one('activate', 'Allow a user to sign in again').action((id: string, options: JsonOption) =>
    withUsers(async (verbs) => printUser(options, verbs, await verbs.setUserActive(null, at(id), true))),
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
    const users = await Promise.all(
      (await verbs.listUsers(null)).map(async (user) => ({ ...user, isProved: await isProved(verbs, user) })),
    );
    const documents = users.map((user) => ({ ...userJson(user), address_proved: user.isProved }));
    printResult(options, documents, () => {
      if (users.length === 0) {
        return asCalled('No users yet. Invite the first one: peye users create --email marie@example.com --role owner');
      }
      return fieldTable(users, USER_FIELDS, [
        ['id'],
        ['email', { leastWidth: 12 }],
        ['name', { leastWidth: 8 }],
        ['role'],
        ['website_ids', { leftOut: 1 }],
        { title: 'STATUS', cell: userState },
        { title: 'PROVED', cell: ({ isProved }) => yesNo(isProved), leftOut: 2 },
        ['created_at', { leftOut: 3 }],
      ]);
    });
  });
}

/** Loads the user verbs for these commands only. Their log is silent, because the command prints the result. */
async function withUsers(work: (verbs: UserVerbs) => Promise<void>): Promise<void> {
  const { openUsers } = await import('../app/open-users.ts');
  await withStore((store, config) => work(openUsers(config, store, createLog('silent'))));
}

/** The user to change. A command has not shown the user before, so there is no version for a conflict check. */
function at(id: string): { id: string; version: null } {
  return { id, version: null };
}

function collect(id: string, before: readonly string[]): string[] {
  return [...before, id];
}

/** Whether the user has proved to own the e-mail address: by a link that only an e-mail contained. */
async function isProved(verbs: UserVerbs, { id, acceptedAtUs }: UserWithWebsites): Promise<boolean> {
  return acceptedAtUs !== null && (await verbs.listShownLinks(id)).length === 0;
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

async function printUser(options: JsonOption, verbs: UserVerbs, user: UserWithWebsites): Promise<void> {
  const isAddressProved = await isProved(verbs, user);
  printResult(options, { ...userJson(user), address_proved: isAddressProved }, () =>
    detailsOf(user, [['Address proved', yesNo(isAddressProved)]]),
  );
}

function printMade(options: JsonOption, { user, link, mailed }: UserWithLink): void {
  const sent = {
    sent: ` Peye also sent it to ${user.email}.`,
    failed: ` Peye could not send it to ${user.email}: deliver it yourself.`,
    off: '',
  };
  printResult(options, userJson(user, { link, mailed }), () =>
    [
      detailsOf(user),
      link.url,
      `Save the link now. It is not shown again. It works once, until ${formatTimestamp(link.expiresAtUs)}.${sent[mailed]}`,
    ].join('\n\n'),
  );
}

function detailsOf(user: UserWithWebsites, more: readonly (readonly [string, string])[] = []): string {
  const state = user.isPlaceholder ? 'placeholder: the e-mail address has another account' : userState(user);
  const start = ['id', 'email', 'name', 'role', 'website_ids', 'language'] as const;
  return fieldDetails(USER_FIELDS, user, [], { first: [...start, ['Status', state], ...more] });
}
