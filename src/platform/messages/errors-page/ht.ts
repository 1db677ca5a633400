import type { Translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const ht: Translation<typeof en> = {
  title: 'Erè',
  format:
    'Tout erè API a gen menm fòma. Nan kòd ou, sèvi ak estati HTTP a ak `error`; `message` se pou moun, epi tèks li ka chanje.',
  validation:
    'Se `validation_error` sèlman ki gen `errors`, ki bay yon lis mesaj pou chak chan. Chak 429 gen `retry_after`, yon kantite segonn antye:',
  requestId: 'Chak repons gen antèt `X-Request-Id`. Bay li lè ou mande èd: jounal pasrèl la gen menm idantifyan an.',
  statusCodes: 'Kòd estati',
  allCodes: 'Tout kòd yo',
  allCodesText: 'Mesaj yon repons an angle. `/openapi.json` gen lis kòd chak apèl.',
  everywhere: 'Erè tout apèl yo',
  columns: { meaning: 'Sa sa vle di', when: 'Kilè', message: 'Mesaj', retry: 'Eseye ankò?' },
  retry: {
    lookUp: 'Apre yon kreyasyon: chèche peman an ak referans li, epi eseye ankò sèlman si pa gen yon nouvo.',
    otherPayment: 'Kreye yon nouvo peman lè kliyan an eseye ankò oswa chwazi yon lòt mwayen.',
    otherKey: 'Pa eseye ankò: korije kle a. Menm kle a p ap janm mache.',
    afterSeconds: 'Eseye ankò apre `retry_after` segonn.',
    afterHeader: 'Eseye ankò apre kantite segonn ki nan antèt `Retry-After` la.',
    now: 'Eseye ankò.',
    afterChange: 'Pa eseye ankò toutotan kle a oswa sit la pa chanje.',
    never: 'Pa eseye ankò: menm demann lan ap echwe ankò.',
  },
};
