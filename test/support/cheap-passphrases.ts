import { Encrypter } from 'age-encryption';
import { IS_NIGHT } from './tier.ts';

// For files that OWN_PROCESS of plan.ts names: by day it encrypts with passphrases at a low cost. At the real one, each passphrase that is
// used takes more than a second.

const LOW_COST = 10;

if (!IS_NIGHT) {
  const { setPassphrase } = Encrypter.prototype;
  Encrypter.prototype.setPassphrase = function (passphrase) {
    setPassphrase.call(this, passphrase);
    this.setScryptWorkFactor(LOW_COST);
  };
}
