import { CommandFailure } from './shared/platform/command-failure.js';
import { environment } from './environment.js';
import { clientOf, connectionOf,             profileOf, text, usage } from './given.js';
import { details, printResult } from './output.js';
import { checkConnection, profilesFile, removeProfile, storeProfile } from './profiles.js';

const MOST_INPUT = 1_000;

export async function login({ values }       )                {
  const url = text(values, 'url') ?? environment.PEYE_URL;
  if (!url) throw usage('give the address of the gateway with --url');
  const key = text(values, 'key') || environment.PEYE_KEY || (await readInput());
  const connection = checkConnection(url, key);
  const profile = profileOf(values);
  const found = await clientOf(connection).checkout.website();
  storeProfile(profile, connection);
  printResult(values, { profile, url: connection.url, website_id: found.website_id, mode: found.mode }, () =>
    details([
      ['Website', `${found.name} (${found.mode})`],
      ['Gateway', connection.url],
      ['Profile', profile],
      ['Stored in', profilesFile()],
    ]),
  );
}

async function readInput()                  {
  if (process.stdin.isTTY) process.stderr.write('Paste the API key, then press Enter: ');
  let input = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    input += part;
    if (input.includes('\n') || input.length > MOST_INPUT) break;
  }
  process.stdin.destroy();
  return input.trim();
}

export async function logout({ values }       )                {
  const profile = profileOf(values);
  if (!removeProfile(profile)) throw new CommandFailure(`there is no profile "${profile}"`);
  printResult(values, { profile, removed: true }, () => `Profile ${profile} removed.`);
}

export async function showWebsite({ values }       )                {
  const found = await clientOf(connectionOf(values)).checkout.website();
  printResult(values, found, () =>
    details([
      ['ID', found.website_id],
      ['Name', found.name],
      ['Mode', found.mode],
      ['Methods', found.methods.join(', ')],
      ['Return URL', found.return_url],
      ['Callback URL', found.callback_url],
    ]),
  );
}
