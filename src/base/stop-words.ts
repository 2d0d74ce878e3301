/** Words that say nothing about what is asked for, in the languages that most shops' customers write. */
const STOP_WORDS = new Set(
  `a about am an and any are as at be been by can could did do does for from get got had has have how i if in is it its
  may me my no not of on or our please so some such that the their them then there these they this to was we were what
  when where which who why will with would you your
  aber als am an auch auf aus bei bin bis das dass dem den der des die du ein eine einem einen einer es für fur gibt habe
  haben hat ich ihr im ist ja kann können konnen mein meine mich mir mit nach nicht noch oder sich sie sind über uber um
  und uns von war was wann wenn wer werden wie wir wird wo zu zum zur
  à au aux avec ce cela ces cette comment dans de des du elle en est et être etre eu il ils je la le les leur ma mais mes
  mon ne nous ou où par pas peut peux pour qu que quel quelle qui sa se ses son sont sur tu un une vos votre vous
  al como con cual cuando cuanto de del donde el en es esta este está están fue hay la las lo los más mas me mi muy no
  para pero por puede puedo que qué se si sin son su sus tiene tu un una unas unos ya yo
  che chi ci cosa da dei del della delle di dove e è gli ho il io i la le lo ma mi mio nel nella non per perché più piu
  posso quale quando quanto questo si sono su un una uno vi
  ao aos até com da das do dos e em é esta foi há isso mais mas meu minha na nas nem no nos não nao o os ou para pela
  pelo por qual quando que se sem seu sua são sao também tem um uma você voce
  aan al ben bij dat de deze die dit een en er had heb hebben heeft het hij hoe ik in is je jij kan kun maar met mij mijn
  naar niet nog of om ook op te uit van voor waar wanneer wat we wel wie wij worden zijn
  czy dla do gdzie i jak jest ja na nie o od po się sie to w z za że ze`.split(/\s+/),
)

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}
