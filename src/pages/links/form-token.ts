import { randomBase62, type SecretBox } from '../../platform/secrets/secrets.ts';

/** 22 base-62 characters hold 130 bits. */
const LENGTH = 22;
const PURPOSE = 'link-form';
const TOKEN = new RegExp(`^([0-9A-Za-z]{${LENGTH}})\\.([0-9a-f]{32})$`);
const FORM_ID = new RegExp(`^[0-9A-Za-z]{${LENGTH}}(?:\\.\\d{15,16})?$`);

/** A token for a form of this link, drawn when the form is shown, and not stored. Sending the form twice with it creates one payment. */
export function newFormToken(box: SecretBox, linkId: string): string {
  const id = randomBase62(LENGTH);
  return `${id}.${box.tag(PURPOSE, `${linkId}/${id}`)}`;
}

/** The id of a form that this gateway issued for this link; undefined for anything else. */
export function formIdOf(box: SecretBox, linkId: string, token: string): string | undefined {
  const [, id = '', tag = ''] = TOKEN.exec(token) ?? [];
  return id !== '' && box.isTag(PURPOSE, `${linkId}/${id}`, tag) ? id : undefined;
}

/** The form's id for another payment, after one that failed or that the customer changed. Derived, so that two submits get the same id. */
export function nextFormId(formId: string, formerPaymentId: number): string {
  return `${formId.slice(0, LENGTH)}.${formerPaymentId}`;
}

/** Whether a text, such as a cookie's value, is a valid form id. */
export function isFormId(text: string): boolean {
  return FORM_ID.test(text);
}
