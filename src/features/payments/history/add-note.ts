import type { Actor } from '../../../core/actor.ts';
import type { NoteEntry } from '../../../core/payment-history.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Refusal, refusal } from '../../../platform/messages/refusals/refusal-messages.ts';
import { OperatorError, refuseField } from '../../../platform/operator-error.ts';
import { newId } from '../../../platform/secrets/secrets.ts';
import { isStorableText } from '../../../platform/text/json-body.ts';
import { recordChange } from '../../audit/store/record-change.ts';
import { requirePayment } from '../require-payment.ts';
import { holdPayment } from '../store/find-payment.ts';
import { listNotes } from './store/list-payment-history.ts';
import { insertHistory } from './store/write-history.ts';

/** The maximum number of characters in a note. */
const LONGEST_NOTE = 2_000;
/** The maximum number of notes for one payment. */
const MOST_NOTES = 200;
/** A control character that a note must not contain: any except line breaks and tabs. */
const CONTROL = /[^\P{Cc}\n\t]/u;
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/**
 * Adds a note to a payment as this actor, and returns it. If the same actor's newest note has the same text, returns
 * that note. A note is stored for as long as its payment and never changes. The audit log records that a note was
 * written, but not its text, which may have to be deleted one day. Throws OperatorError when the payment does not
 * exist, the text is not a valid note, or the payment has too many.
 */
export async function addNote(
  { db, clock, actor }: { readonly db: Database; readonly clock: Clock; readonly actor: Actor },
  id: string,
  given: string,
): Promise<NoteEntry> {
  const text = given.replaceAll(/\r\n?/g, '\n').trim();
  refuseField('note', noteFault(text));
  const payment = await requirePayment(db, id);
  const { id: paymentId, websiteId } = payment;
  const { kind, id: actorId, name } = actor;
  const author = { kind, id: actorId, name };
  return db.transaction(async (tx) => {
    // The lock makes the removal of old payments wait, unless a removal has already deleted the payment.
    if (!(await holdPayment(tx, paymentId))) await requirePayment(tx, id);
    const notes = await listNotes(tx, paymentId);
    const newest = notes.at(-1);
    // The form was sent twice.
    if (newest?.text === text && actorId !== null && newest.author.id === actorId) return newest;
    if (notes.length >= MOST_NOTES) {
      throw new OperatorError('conflict', 'note', refusal('notesTooMany', { id, most: MOST_NOTES }));
    }
    const note: NoteEntry = { kind: 'note', paymentId, atUs: Math.floor(clock()), id: newId('hst'), text, author };
    await insertHistory(tx, [note]);
    await recordChange(
      tx,
      { actor, clock },
      {
        action: 'payment.note',
        subject: { kind: 'payment', id },
        websiteId,
        after: { note_id: note.id, characters: [...text].length },
      },
    );
    return note;
  });
}

function noteFault(text: string): Refusal | undefined {
  const isGood = VISIBLE.test(text) && !CONTROL.test(text) && [...text].length <= LONGEST_NOTE && isStorableText(text);
  return isGood ? undefined : refusal('lengthRange', { most: LONGEST_NOTE });
}
