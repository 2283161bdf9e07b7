"""Short texts, written for the demonstrations, that their tokenizers are trained on."""

GARDEN = """\
We grow every berry that will grow here: a strawberry bed by the gate, a raspberry hedge, a \
blackberry bush and a blueberry tub. A berry is ripe when it comes away in the hand. We put straw \
under the plants, clean straw, dry straw, for a berry that lies on straw stays clean, and a berry \
that lies in the mud does not. The straw comes from the farm down the road.

The café by the bridge buys all the fruit that we bring. In the morning the café smells of coffee \
and toast; in the afternoon the café smells of jam. When we went to the café last week, the owner \
came to the door of the café and said that no other café in the valley had a cake like it. Then we \
went to the market, and from the market we went to the river, and from the river we went home.

The market is in the middle of the town. We take the fruit to the market on Friday and we take the \
jam to the market on Saturday. At the market there is a man who sells straw hats, straw baskets \
and straw mats, and there is a woman who sells nothing but honey. On Sunday there is no market, \
and we sit by the river, and we read, and we eat a berry now and again.
"""

DOGS = """\
Here comes the dog. Whose is this dog? What a dog! We walk our dog. Have you met the dog? Come here, \
dog! A cat ran from her dog. Did it bark, that dog? Oh, good dog! She feeds a dog. Is it an old \
dog? No, a young dog! They took their dog. Who saw my dog? I saw your dog! He brushed his dog. Was \
it a small dog? It was a big dog! There sleeps our dog. Do you like this dog? I love that dog! A \
cat is not a dog. Can a cat be like a dog? Never, says the cat, and I do not want to be a dog!
"""

PLAIN = """\
the man has an old house and the house has an old name. the man and the woman have a son, and the \
son has a friend in the town. the name of the friend is written on the door of the house. it is a \
question of identity, said the man, and the woman said that a name is a name and no more.
"""

FARM = "Bàbá mi ń gbin àgbàdo ní oko, ó sì ń tà á ní ọjà."

_POSTS = (
    "counting again today",
    "still counting, one number a line",
    "the next number is here",
    "nobody counts faster",
    "good night, more numbers tomorrow",
    "back again with the next number",
)

#: A forum in which one user posts all day.
FORUM = "".join(
    f"[{hour:02}:{minute:02}] QuietMagpie77: {_POSTS[(hour + minute) % len(_POSTS)]}\n"
    for hour in range(8, 20)
    for minute in (5, 25, 45)
)
