/**
 * What customers of any shop ask. Guidance is compared with these beside a message: one guidance alone would seem near whatever
 * is said.
 */
export const EVERYDAY_TOPICS = `
Where is my order? When will it arrive?
How do I return something?
When do I get my money back?
Can I cancel or change my order?
Which cards and payment methods do you take?
How much is shipping, and how long does delivery take?
Do you ship to other countries?
Is this product in stock?
Which size fits me?
Do you have a discount code or a sale?
How do I reach you? Do you have a phone number or a shop?
What are your opening hours?
Is there a warranty?
The product arrived damaged or broken.
I received the wrong product, or something is missing.
How do I change my password or delete my account?
Do you sell gift cards?
What is it made of?
How do I wash and care for it?
Can I have an invoice?
Do you sell to companies, wholesale, in large quantities?
Which one do you recommend? What is the difference between them?
How much does it cost?
Hello, I have a question.`
  .trim()
  .split('\n')
  .map((question, i) => ({ id: `topic ${i}`, question, answer: '', url: null }))
