// The sprite of a deck is fetched once and put into the page, so that every card is only a <use>.
import spanish from '../../../generated/spanish.svg?url';
import french from '../../../generated/french.svg?url';

export type Deck = 'spanish' | 'french';

const address: Record<Deck, string> = { spanish, french };
const asked = new Set<Deck>();

export function loadDeck(deck: Deck): void {
  if (asked.has(deck)) return;
  asked.add(deck);
  void fetch(address[deck])
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error('sprite'))))
    .then((text) => {
      const holder = document.createElement('div');
      holder.setAttribute('aria-hidden', 'true');
      holder.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
      holder.innerHTML = text;
      document.body.prepend(holder);
    })
    .catch(() => asked.delete(deck));
}
