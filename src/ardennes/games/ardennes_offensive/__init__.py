"""The Ardennes Offensive: 16 December 1944 to 2 January 1945 with regiments and days, 201 units on 1,500 hexes."""
