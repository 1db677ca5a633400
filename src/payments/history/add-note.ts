import type { Actor } from '../../domain/actor.ts';
import { OperatorError, refuseField } from '../../domain/operator-error.ts';
import type { NoteEntry } from '../../domain/payment-history.ts';
import type { Clock } from '../../lib/clock.ts';
import { isStorableText } from '../../lib/json-body.ts';
import { newId } from '../../lib/new-id.ts';
import { type Refusal, refusal } from '../../messages/refusals/refusal-messages.ts';
import type { Database } from '../../storage/database.ts';
import { listNotes } from '../../storage/payments/history/list-payment-history.ts';
import { insertHistory } from '../../storage/payments/history/write-history.ts';
import { holdPayment } from '../../storage/payments/hold-payment.ts';
import { recordChange } from '../../storage/record-change.ts';
import { requirePayment } from '../require-payment.ts';

/** Characters. */
const LONGEST_NOTE = 2_000;
/** Maximum for one payment. */
const MOST_NOTES = 200;
/** Line breaks and tabs are allowed in a note. */
const CONTROL = /[^\P{Cc}\n\t]/u;
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/**
 * Adds a note to a payment as this actor, and returns it. If the same actor's newest note has the same text, returns
 * that one. A note is stored for as long as its payment and never changes. The audit log records that a note was
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
    // Removal of old payments waits for this, or has already removed the payment.
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
