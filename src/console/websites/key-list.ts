import { isAllowed } from '../../core/roles.ts';
import type { ListedApiKey } from '../../features/websites/store/api-keys.ts';
import type { Website } from '../../features/websites/store/websites.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { KEY_TEXTS } from '../../platform/messages/keys/keys-messages.ts';
import { hrefOf, may, type SignedInContext } from '../console-context.ts';
import { type Column, tableView } from '../views/table.ts';
import { keyEnd, keyName, keyPath, keyState, timeOrNever } from './key-view.ts';
import { linkButton, pathOf } from './website-view.ts';

/** A website's keys, newest first, and a link to create one. */
export function keyList(context: SignedInContext, website: Website, keys: readonly ListedApiKey[]): Html {
  const texts = KEY_TEXTS[context.language];
  const table = tableView(keys.toReversed(), {
    caption: texts.keys,
    empty: html`<p>${texts.none}</p>`,
    columns: [
      {
        label: texts.name,
        cell: (key) => html`<a href="${hrefOf(context, keyPath(key))}"><bdi>${keyName(context, key)}</bdi></a>`,
      },
      { label: texts.mode, cell: ({ mode }) => html`${texts[mode]}` },
      { label: texts.ends, cell: (key) => html`<code>${keyEnd(key)}</code>` },
      { label: texts.state, cell: (key) => keyState(context, key) },
      { label: texts.expires, cell: ({ expiresAtUs }) => timeOrNever(context, expiresAtUs) },
      { label: texts.lastUsed, cell: ({ lastUsedAtUs }) => timeOrNever(context, lastUsedAtUs) },
      ...(keys.some((key) => mayRoll(context, key)) ? [rollColumn(context)] : []),
    ],
  });
  const { role } = context.who.user;
  const add = [
    isAllowed(role, 'keys.create.test') && linkButton(context, `${pathOf(website)}/test-keys/new`, texts.addTest),
    isAllowed(role, 'keys.create.live') && linkButton(context, `${pathOf(website)}/live-keys/new`, texts.addLive),
  ];
  return html`<h2>${texts.keys}</h2>${table}<p class="row">${add}</p>`;
}

function mayRoll(context: SignedInContext, { mode, deactivatedAtUs }: ListedApiKey): boolean {
  return deactivatedAtUs === null && may(context, `keys.roll.${mode}`);
}

function rollColumn(context: SignedInContext): Column<ListedApiKey> {
  const texts = KEY_TEXTS[context.language];
  return {
    label: texts.roll,
    cell: (key) =>
      mayRoll(context, key)
        ? html`<a href="${hrefOf(context, `${keyPath(key)}/roll`)}">${texts.roll}<span class="hidden">: ${keyEnd(key)}</span></a>`
        : '',
  };
}
